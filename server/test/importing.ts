import type { ImportType } from '@kontor/contract/imports/import.rules'
import { expect } from 'vitest'
import { type TestApp, until } from './harness.ts'

export const importAt = '/v1/psp/import'

interface Given {
  type: ImportType
  content: string | Buffer
  place?: { into: string } | { payment_profile: string }
  name?: string
  contentType?: string
}

/** Takes files through the steps of an import, as a member of the provider's staff. */
export function importing(kontor: TestApp, staff: string) {
  const read = async (id: string) => (await kontor.get(staff, `${importAt}/${id}`)).body
  const settled = (id: string) =>
    until(
      () => read(id),
      ({ task }) => task === null,
      60_000,
    )
  const upload = async (
    { type, content, place = undefined, name = 'file.csv', contentType = 'text/csv' }: Given,
    who = staff,
  ) => {
    const answer = await fetch(`${kontor.url}${importAt}?${new URLSearchParams({ type, ...place })}`, {
      method: 'POST',
      headers: { cookie: who, 'content-type': contentType, 'x-file-name': encodeURIComponent(name) },
      body: new Uint8Array(Buffer.from(content)),
    })
    return { status: answer.status, body: JSON.parse(await answer.text()) }
  }
  const checked = async (given: Given) => {
    const { status, body } = await upload(given)
    expect([status, body.code]).toEqual([201, undefined])
    const { body: sample } = await kontor.get(staff, `${importAt}/${body.id}/sample`)
    const { delimiter, encoding, decimal, mapping } = sample
    await kontor.post(staff, `${importAt}/${body.id}/check`, { delimiter, encoding, decimal, mapping })
    return settled(body.id)
  }
  const start = async (id: string) => {
    expect(await kontor.post(staff, `${importAt}/${id}/start`)).toMatchObject({ status: 200 })
    return settled(id)
  }
  return {
    upload,
    checked,
    settled,
    start,
    imported: async (given: Given) => start((await checked(given)).id),
    reverted: async (id: string) => {
      expect(await kontor.post(staff, `${importAt}/${id}/revert`)).toMatchObject({ status: 200 })
      return settled(id)
    },
    rejectionsOf: async (id: string): Promise<string[]> =>
      (await kontor.get(staff, `${importAt}/${id}/rejection`)).body.rejections.map(
        ({ line, column, code }: { line: number; column: string | null; code: string }) => `${line} ${column} ${code}`,
      ),
  }
}
