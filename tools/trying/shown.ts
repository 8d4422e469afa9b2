import { maskedBody, maskedUrl } from '../../server/src/platform/secrets/mask.ts'
import type { Exchange } from '../../server/src/processors/gateway.ts'
import type { Manifest } from '../../server/src/processors/manifest.ts'
import type { StepResult } from './try-gateway.ts'

const widest = 70

/** The steps as a table for the terminal. */
export function tableOf(results: readonly StepResult[]): string {
  const rows = [
    ['', 'step', 'expected', 'seen', ''],
    ...results.map(({ number, name, expected, seen, verdict }) => [
      ...[String(number), name, expected, seen.replaceAll(/\s+/g, ' ').slice(0, widest), verdict],
    ]),
  ]
  const widthOf = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0))
  return rows
    .map((row) =>
      row
        .map((text, column) => text.padEnd(widthOf(column)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** 0: every step was as expected. 1: one was not. 2: none was otherwise, and some were not possible. */
export function exitCodeOf(results: readonly StepResult[]): 0 | 1 | 2 {
  if (results.some(({ verdict }) => verdict === 'otherwise')) return 1
  return results.some(({ verdict }) => verdict === 'not possible') ? 2 : 0
}

/** The steps with their exchanges, masked as every record of calls is. */
export function fileOf(
  gateway: string,
  results: readonly StepResult[],
  exchanges: readonly (Exchange & { step: number })[],
): string {
  const steps = results.map((result) => ({
    ...{ ...result, seen: maskedBody(result.seen) },
    exchanges: exchanges
      .filter(({ step }) => step === result.number)
      .map(({ method, url, request_body, response_code, response_body }) => ({
        ...{ method, url: maskedUrl(url), request_body: maskedBody(request_body) },
        ...{ response_code, response_body: maskedBody(response_body) },
      })),
  }))
  return `${JSON.stringify({ gateway, steps }, null, 2)}\n`
}

/** Takes out the secret values themselves: a gateway may repeat its key in the words of a refusal. */
export function withoutSecrets(
  { credential: fields }: Manifest,
  credential: Readonly<Record<string, string>>,
): (text: string) => string {
  const secrets = fields.filter(({ secret }) => secret).flatMap(({ name }) => credential[name]?.split(',') ?? [])
  return (text) => secrets.filter(Boolean).reduce((rest, secret) => rest.replaceAll(secret, '•••'), text)
}
