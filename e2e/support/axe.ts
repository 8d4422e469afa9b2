import AxeBuilder from '@axe-core/playwright'
import type { Page } from './test.ts'

/**
 * For pages without a frame of another origin. Only for such frames must axe open a further page at every check. It lists
 * what it finds wrong, and not the many elements with which nothing is.
 */
export const axe = (page: Page): AxeBuilder =>
  new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
