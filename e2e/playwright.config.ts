import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { freePort } from '../tools/run/processes.ts'
import { browserLaunch } from './browser.ts'

// Each worker reads this file again: the first reading, which the workers inherit, chooses the port.
process.env.KONTOR_E2E_PORT ??= String(await freePort())

/** It starts a Kontor of its own, in one worker for all its tests. */
const alone = '**/card-fields.e2e.ts'

export default defineConfig({
  testDir: import.meta.dirname,
  // Tests of one serial file begin first: at the end, the other workers would wait for them.
  projects: [
    { name: 'card fields', testMatch: alone },
    { name: 'all others', testMatch: '*.e2e.ts', testIgnore: alone },
  ],
  outputDir: join(import.meta.dirname, '../test-results'),
  globalSetup: './set-up.ts',
  // Four browsers keep two cores busy: each waits for the server, for a processor's notification or for the end of typing.
  workers: 4,
  fullyParallel: true,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  // A shared machine may be slow for a moment; a real fault fails twice. The report names every test that needed its
  // second try.
  retries: 1,
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: process.env.KONTOR_E2E_REPORT ?? 'test-results/report.json' }]],
  use: {
    baseURL: `http://localhost:${process.env.KONTOR_E2E_PORT}`,
    browserName: 'chromium',
    locale: 'nl-NL',
    timezoneId: 'Europe/Amsterdam',
    // Animations cost time in every test and assert nothing. The tests of forms on a slow network run with them.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: await browserLaunch(),
    // A service worker would hide the page's requests from tests that observe them.
    serviceWorkers: 'block',
    actionTimeout: 15_000,
    // A trace of every test would add a third to its time.
    trace: 'on-first-retry',
    // A video needs a tool that would have to be downloaded.
    video: 'off',
  },
})
