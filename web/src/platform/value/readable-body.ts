/** JSON with a line per value; any other text unchanged. It is only ever shown as text. */
export function readableBody(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
