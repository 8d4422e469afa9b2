import { defineConfig } from '@playwright/test'
import tests from './playwright.config.ts'

/** `npm run pictures`: every screen at every size, in both themes and languages, for somebody to look at. */
export default defineConfig({ ...tests, testMatch: '*.pictures.ts', timeout: 300_000, reporter: 'list' })
