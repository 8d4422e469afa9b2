import { expect, type Page } from './test.ts'

/** From the newest mail to this address in which it is, where the demo shows its mails. */
export async function fromMail(page: Page, to: string, pattern: RegExp): Promise<string> {
  let found: string | undefined
  await expect
    .poll(async () => {
      const text = (await (await page.request.get('/demo-mail')).text()).replaceAll('&#38;', '&')
      found = text
        .split('<article>')
        .filter((mail) => mail.includes(`&lt;${to}&gt;`))
        .map((mail) => pattern.exec(mail)?.[0])
        .find(Boolean)
      return found
    })
    .toBeTruthy()
  return found ?? ''
}

export const codeFor = (page: Page, to: string): Promise<string> => fromMail(page, to, /\b\d{6}\b/)
