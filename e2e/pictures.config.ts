import { defineConfig } from '@playwright/test'
import tests from './playwright.config.ts'

/** `npm run pictures`: pictures of every screen at every size, in both themes and languages, for review by a person. */
export default defineConfig({ ...tests, testMatch: '*.pictures.ts', timeout: 300_000, reporter: 'list' })
