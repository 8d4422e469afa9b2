/** The object of a form: `a[b][c]=1` is `{ a: { b: { c: '1' } } }`, and names that are all numbers make a list. */
export function objectOfForm(body: string): Record<string, unknown> {
  const root: Branch = {}
  for (const [name, value] of new URLSearchParams(body)) {
    const [first = '', ...inner] = name.split('[').map((part) => part.replace(/\]$/, ''))
    put(root, [first, ...inner], value)
  }
  return lists(root) as Record<string, unknown>
}

/** The fields of a `multipart/form-data` body. A file is its name. */
export function objectOfMultipart(body: string, type: string): Record<string, unknown> {
  const boundary = /boundary=(.+)$/.exec(type)?.[1] ?? ''
  const parts = body.split(`--${boundary}`).slice(1, -1)
  return Object.fromEntries(
    parts.map((part) => {
      const [head = '', ...value] = part.split('\r\n\r\n')
      const [, name = ''] = / name="([^"]*)"/.exec(head) ?? []
      const [, file] = / filename="([^"]*)"/.exec(head) ?? []
      return [name, file ?? value.join('\r\n\r\n').replace(/\r\n$/, '')]
    }),
  )
}

interface Branch {
  [name: string]: Branch | string
}

function put(branch: Branch, [name = '', ...deeper]: string[], value: string) {
  // `a[]=1` is the next one of a list.
  const key = name === '' ? String(Object.keys(branch).length) : name
  if (deeper.length === 0) {
    branch[key] = value
    return
  }
  const before = branch[key]
  const next: Branch = typeof before === 'object' ? before : {}
  branch[key] = next
  put(next, deeper, value)
}

function lists(value: Branch | string): unknown {
  if (typeof value === 'string') return value
  const names = Object.keys(value)
  const inner = names.map((name) => lists(value[name] ?? ''))
  if (names.length > 0 && names.every((name, index) => name === String(index))) return inner
  return Object.fromEntries(names.map((name, index) => [name, inner[index]]))
}
