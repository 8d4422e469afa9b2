import { defineConfig } from '@playwright/test'
import all from './playwright.config.ts'

const { projects: _, ...tests } = all

/** `npm run pictures`: pictures of every screen at every size, in both themes and languages, for review by a person. */
export default defineConfig({ ...tests, testMatch: '*.pictures.ts', timeout: 300_000, reporter: 'list' })
