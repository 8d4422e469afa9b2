import { createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type Configuration } from 'oidc-provider'

/** What an account at the issuer says about itself. */
interface Account {
  email: string
  email_verified?: unknown
  groups?: unknown
}

/** A real provider of OpenID Connect, with people who sign in by themselves, and answers that can be changed on the way. */
export interface TestIssuer {
  url: string
  client: { client_id: string; client_secret: string }
  /** The people of the organisation, by their subject. */
  people: Map<string, Account>
  /** The subject that signs in next. */
  who: string
  /** Changes what the issuer answers at a path; undefined leaves it. */
  lie: ((path: string, body: Buffer) => Buffer | undefined) | undefined
  /** Milliseconds before each answer. */
  delay_ms: number
  /** How often each path was asked. */
  asked: Map<string, number>
  /** Goes through the pages of the issuer; gives the house and the parameters with which it sends the browser back. */
  visit(url: string): Promise<Record<string, string>>
  /** Says at `address` that somebody signed out: all their sessions, or the one that is named. */
  signOut(address: string, subject: string, sid?: string): Promise<void>
  /** Signs claims with the issuer's own key, another one, or not at all. */
  sign(claims: object, by?: 'own' | 'other' | 'none'): string
  /** What it answers at /jwks, or would answer with its other key, which has the same name. */
  publicKeys(of: 'own' | 'other'): Buffer
  /** The signed claims of a token. */
  claimsOf(token: string): Record<string, unknown>
  stop(): Promise<void>
}

/** `returns` is how the addresses begin to which it may send people back. */
export async function startIssuer(returns: string): Promise<TestIssuer> {
  const keys = { own: newKey(), other: newKey() }
  const client = { client_id: 'kontor', client_secret: randomBytes(24).toString('base64url') }
  let handle: (request: IncomingMessage, reply: ServerResponse) => unknown = () => {}
  const server = createServer((request, reply) => void answer(request, reply))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // The address of a listening server is no text.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const issuer: TestIssuer = {
    ...{ url, client, people: new Map(), who: '', lie: undefined, delay_ms: 0, asked: new Map() },
    visit,
    sign: (claims, by = 'own') => signed(claims, by === 'none' ? undefined : keys[by]),
    publicKeys: (of) => {
      const { kty, n, e, kid, use, alg } = keys[of].jwk
      return Buffer.from(JSON.stringify({ keys: [{ kty, n, e, kid, use, alg }] }))
    },
    claimsOf: (token) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()),
    signOut: async (address, subject, sid) => {
      const client = await provider.Client.find('kontor')
      if (!client) throw new Error('the issuer has no such client')
      Object.assign(client, { backchannelLogoutUri: address, backchannelLogoutSessionRequired: sid !== undefined })
      // Its types lack what the provider itself calls.
      await (client['backchannelLogout'] as (subject: string, sid?: string) => Promise<void>).call(client, subject, sid)
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  async function answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '', url).pathname
    issuer.asked.set(path, (issuer.asked.get(path) ?? 0) + 1)
    if (issuer.delay_ms > 0) await new Promise((resolve) => setTimeout(resolve, issuer.delay_ms))
    const end = reply.end.bind(reply)
    reply.end = ((body?: string | Buffer) => {
      const changed = issuer.lie?.(path, Buffer.from(body ?? ''))
      if (changed && !reply.headersSent) reply.setHeader('content-length', changed.length)
      return end(changed ?? body)
    }) as typeof reply.end
    await handle(request, reply)
  }

  const provider = new Provider(url, configuration(issuer, { ...client, redirect_uri: returns }, keys.own.jwk))
  provider.Client.prototype.redirectUriAllowed = (uri: string) => uri.startsWith(returns)
  const callback = provider.callback()
  handle = async (request, reply) => {
    if (!request.url?.startsWith('/interaction/')) return callback(request, reply)
    await provider.interactionFinished(request, reply, { login: { accountId: issuer.who } })
  }
  return issuer

  async function visit(from: string): Promise<Record<string, string>> {
    const cookies = new Map<string, string>()
    let next = from
    while (!next.startsWith(returns)) {
      const reply = await fetch(next, {
        redirect: 'manual',
        headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      })
      for (const each of reply.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(each) ?? []
        cookies.set(name, value)
      }
      const location = reply.headers.get('location')
      if (!location) throw new Error(`the issuer shows ${reply.status}: ${(await reply.text()).slice(0, 500)}`)
      next = new URL(location, next).href
    }
    const { pathname, searchParams } = new URL(next)
    return { house: pathname.slice(pathname.lastIndexOf('/') + 1), ...Object.fromEntries(searchParams) }
  }
}

interface Client {
  client_id: string
  client_secret: string
  redirect_uri: string
}

const configuration = (
  issuer: TestIssuer,
  { redirect_uri, ...client }: Client,
  jwk: ReturnType<typeof newKey>['jwk'],
): Configuration => ({
  clients: [
    {
      ...client,
      redirect_uris: [redirect_uri],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      backchannel_logout_uri: 'http://localhost:4000/',
      backchannel_logout_session_required: true,
    },
  ],
  jwks: { keys: [jwk] },
  cookies: { keys: [randomBytes(16).toString('hex')] },
  features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
  // Without its agent, which refuses the addresses of this machine.
  fetch: (url, options) => {
    const { dispatcher: _, ...rest } = { dispatcher: undefined, ...options }
    return fetch(url, rest)
  },
  interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
  scopes: ['openid', 'email', 'profile', 'offline_access'],
  pkce: { required: () => true },
  issueRefreshToken: async () => true,
  rotateRefreshToken: true,
  ttl: {
    AccessToken: 600,
    AuthorizationCode: 60,
    IdToken: 600,
    Interaction: 600,
    RefreshToken: 86_400,
    Session: 600,
    Grant: 86_400,
  },
  findAccount: async (_context, accountId) => {
    const account = issuer.people.get(accountId)
    return account && { accountId, claims: async () => ({ ...account, sub: accountId }) as { sub: string } }
  },
  // The organisation has agreed for its people.
  loadExistingGrant: async ({ oidc }) => {
    const grant = new oidc.provider.Grant({
      ...(oidc.client ? { clientId: oidc.client.clientId } : {}),
      ...(oidc.session?.accountId ? { accountId: oidc.session.accountId } : {}),
    })
    grant.addOIDCScope('openid email profile offline_access')
    await grant.save()
    return grant
  },
})

function newKey() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const jwk = { ...privateKey.export({ format: 'jwk' }), kid: 'key', use: 'sig', alg: 'RS256', kty: 'RSA' as const }
  return { privateKey, jwk }
}

function signed(claims: object, key: ReturnType<typeof newKey> | undefined): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${part(key ? { alg: 'RS256', kid: 'key' } : { alg: 'none' })}.${part(claims)}`
  return `${text}.${key ? createSign('RSA-SHA256').update(text).sign(key.privateKey, 'base64url') : ''}`
}
