/** The parts of an OpenAPI document that this code changes. */
export interface Document {
  [key: string]: unknown
  servers?: { url: string }[]
  tags?: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks?: Record<string, Record<string, Operation>>
  components: {
    [kind: string]: unknown
    schemas: Record<string, Json>
    parameters?: Record<string, Json>
    responses?: Record<string, Json>
  }
}

export type Json = Record<string, unknown>

export interface Operation {
  operationId: string
  tags: string[]
  parameters?: Json[]
  requestBody?: Response
  responses: Record<string, Response>
}

export interface Response {
  [key: string]: unknown
  content?: Record<string, { schema: Json }>
}

/** All operations: endpoints that are called, and webhooks that are sent. */
export const operationsOf = ({ paths, webhooks = {} }: Document): Operation[] =>
  [...Object.values(paths), ...Object.values(webhooks)].flatMap((methods) => Object.values(methods))

/**
 * The document as in the committed file: one line for each component and each operation, so that a change of one is a
 * change of one line.
 */
export function linesOf(document: Json): string {
  const broken = (value: unknown, depth: number, indent: string): string => {
    if (depth === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value)
    const lines = Object.entries(value).map(
      ([key, each]) => `${indent} ${JSON.stringify(key)}: ${broken(each, depth - 1, `${indent} `)}`,
    )
    return lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n${indent}}`
  }
  return `${broken(document, 3, '')}\n`
}
