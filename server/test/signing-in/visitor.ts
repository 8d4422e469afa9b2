import type { Reply, TestApp } from '../harness.ts'

/** A person with a browser: an address and the cookies that were set. */
export interface Visitor {
  cookies: Map<string, string>
  get(path: string): Promise<Reply>
  post(path: string, body?: object): Promise<Reply>
  delete(path: string): Promise<Reply>
  /** Signs in with the test password. */
  login(username: string, password?: string): Promise<Reply>
}

export const password = 'Correct-horse-7'

let addresses = 0

export function visitor({ app }: TestApp, address = `10.1.${(++addresses >> 8) & 255}.${addresses & 255}`): Visitor {
  const cookies = new Map<string, string>()
  const call = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<Reply> => {
    const response = await app.inject({
      method,
      url: path,
      remoteAddress: address,
      cookies: Object.fromEntries(cookies),
      headers: { 'user-agent': agent },
      ...(body === undefined ? {} : { payload: body }),
    })
    for (const { name, value, maxAge, expires } of response.cookies) {
      if (value === '' || maxAge === 0 || (expires && expires.getTime() === 0)) cookies.delete(name)
      else cookies.set(name, value)
    }
    const isJson = String(response.headers['content-type']).includes('json')
    const headers = new Headers()
    for (const [name, value] of Object.entries(response.headers)) headers.set(name, String(value))
    return { status: response.statusCode, body: isJson ? response.json() : response.body, headers }
  }
  return {
    cookies,
    get: (path) => call('GET', path),
    post: (path, body = {}) => call('POST', path, body),
    delete: (path) => call('DELETE', path),
    login: (username, secret = password) => call('POST', '/v1/auth/login', { username, password: secret }),
  }
}

const agent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
