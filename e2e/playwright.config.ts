import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { freePort } from '../tools/run/processes.ts'
import { browserLaunch } from './browser.ts'

// Each worker reads this file again: the first reading, which the workers inherit, chooses the port.
process.env.KONTOR_E2E_PORT ??= String(await freePort())

export default defineConfig({
  testDir: import.meta.dirname,
  testMatch: '*.e2e.ts',
  outputDir: join(import.meta.dirname, '../test-results'),
  globalSetup: './set-up.ts',
  // A browser waits more than it works: three keep two cores busy.
  workers: 3,
  fullyParallel: true,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  // A shared machine may be slow for a moment; what is wrong is wrong twice. Who needed it is named in the last lines.
  retries: 1,
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: process.env.KONTOR_E2E_REPORT ?? 'test-results/report.json' }]],
  use: {
    baseURL: `http://localhost:${process.env.KONTOR_E2E_PORT}`,
    browserName: 'chromium',
    locale: 'nl-NL',
    timezoneId: 'Europe/Amsterdam',
    // What moves costs time in every test, and asserts nothing. Forms on a slow network are tried with it.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: await browserLaunch(),
    // A worker between the page and its requests would hide them from the tests that look at them.
    serviceWorkers: 'block',
    actionTimeout: 15_000,
    // A trace of every test would cost each of them a third of its time.
    trace: 'on-first-retry',
    // A video needs a tool that would have to be downloaded.
    video: 'off',
  },
})
