import { panel } from './list.ts'
import type { Locator, Page } from './test.ts'

export const tab = (page: Page, name: string): Locator => panel(page).getByRole('tab', { name })
export const tabContent = (page: Page): Locator => panel(page).getByRole('tabpanel')

export const refundDialog = (page: Page): Locator => page.getByRole('dialog', { name: /terugbetalen$/ })
export const refundAmount = (page: Page): Locator => refundDialog(page).getByRole('textbox', { name: 'Bedrag' })
export const sendRefund = (page: Page): Locator => refundDialog(page).getByRole('button', { name: /terugbetalen$/i })

export const openRefundDialog = (page: Page): Promise<void> =>
  panel(page).getByRole('button', { name: 'Terugbetalen', exact: true }).click()

/** An action that is not possible now, in its menu with the reason. */
export async function blocked(page: Page, name: string): Promise<Locator> {
  await panel(page).getByRole('button', { name: 'Nu niet mogelijk' }).click()
  return page.getByRole('menuitem', { name: new RegExp(`^${name}`) })
}

/** An action that is seldom wanted, in the menu of its bar. */
export async function rare(page: Page, name: string): Promise<Locator> {
  await panel(page).getByRole('button', { name: 'Meer', exact: true }).click()
  return page.getByRole('menuitem', { name, exact: true })
}
