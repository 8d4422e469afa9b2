import AxeBuilder from '@axe-core/playwright'
import type { Page } from './test.ts'

/** For pages without a frame of another origin: only for such a one axe has to open a further page at every look. */
export const axe = (page: Page): AxeBuilder => new AxeBuilder({ page }).setLegacyMode(true)
