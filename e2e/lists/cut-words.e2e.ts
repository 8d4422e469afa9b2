import { row, untilListed } from '../support/list.ts'
import { merchantCalled, newReference } from '../support/payments.ts'
import { expect, test } from '../support/test.ts'

test.describe('on a phone', () => {
  test.use({ who: 'provider', viewport: { width: 390, height: 844 } })

  test('the merchant of a row is cut with dots', async ({ page, api }) => {
    const organisation = await merchantCalled(api, 'De Zeven Zusters')
    const text = newReference().slice(4)
    await api.post(`/v1/tag?merchant=${organisation}`, { data: { organisation, text, color: '#1f4fd8' } })
    await page.goto(`/psp/tags?_search=${text}`)
    await untilListed(page)
    const [merchant] = await row(page, text).getByTitle('De Zeven Zusters').all()
    if (!merchant) throw new Error('the row does not name its merchant')
    const [inner, outer] = await merchant.evaluate((words) => [
      words.clientWidth,
      words.parentElement?.clientWidth ?? 0,
    ])
    expect(inner).toBeLessThanOrEqual(outer)
  })
})
