import { expect, it } from 'vitest'
import { curlOf } from './curl.ts'

it('a request becomes a command whose key is a variable and whose words cannot leave their quotes', () => {
  const headers = [
    ['content-type', 'application/json'],
    ['authorization', '•••'],
    ['cookie', '•••'],
    ['host', 'kontor.example'],
  ] as const
  const body = `{"merchant_reference":"it's $(rm -rf /)","card_token":"•••"}`
  expect(
    curlOf('https://kontor.example', { route: 'POST /v1/transaction', url: '/v1/transaction' }, { headers, body }),
  ).toBe(String.raw`curl -X POST 'https://kontor.example/v1/transaction' \
  -H "Authorization: Bearer $KONTOR_API_KEY" \
  -H 'content-type: application/json' \
  -d '{"merchant_reference":"it'\''s $(rm -rf /)","card_token":"•••"}'`)
})
