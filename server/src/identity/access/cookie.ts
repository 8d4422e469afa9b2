// This import types the cookies of requests, also where this file is used without the application.
import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * The `__Host-` prefix needs https, so a demo on http://localhost has a plain name. Both cookies are limited to this
 * host, this site and HTTP.
 */
const isSecure = (publicUrl: string) => publicUrl.startsWith('https:')
const names = {
  session: { secure: '__Host-kontor', plain: 'kontor' },
  device: { secure: '__Host-kontor-device', plain: 'kontor-device' },
  signOn: { secure: '__Host-kontor-sign-on', plain: 'kontor-sign-on' },
}

const options = (publicUrl: string) =>
  ({ path: '/', httpOnly: true, sameSite: 'strict', secure: isSecure(publicUrl) }) as const
const nameOf = (of: keyof typeof names, publicUrl: string) => names[of][isSecure(publicUrl) ? 'secure' : 'plain']

/** The plain name counts only without https: with it, another host of the domain could set a cookie of that name. */
export const sessionSecret = (request: FastifyRequest, publicUrl: string): string | undefined =>
  request.cookies[nameOf('session', publicUrl)]
export const deviceSecret = (request: FastifyRequest, publicUrl: string): string | undefined =>
  request.cookies[nameOf('device', publicUrl)]

export function setSessionCookie(reply: FastifyReply, publicUrl: string, secret: string): void {
  reply.setCookie(nameOf('session', publicUrl), secret, options(publicUrl))
}

export function clearSessionCookie(reply: FastifyReply, publicUrl: string): void {
  reply.clearCookie(nameOf('session', publicUrl), options(publicUrl))
}

export function setDeviceCookie(
  reply: FastifyReply,
  publicUrl: string,
  device: { secret: string; expires: Date },
): void {
  reply.setCookie(nameOf('device', publicUrl), device.secret, { ...options(publicUrl), expires: device.expires })
}

/** The secret of a browser that is away at an issuer. */
export const signOnSecret = (request: FastifyRequest, publicUrl: string): string | undefined =>
  request.cookies[nameOf('signOn', publicUrl)]

/** Not sent with the way back from the issuer, which is another site: the page that it leads to sends it. */
export function setSignOnCookie(reply: FastifyReply, publicUrl: string, secret: string, expires: Date): void {
  reply.setCookie(nameOf('signOn', publicUrl), secret, { ...options(publicUrl), expires })
}
