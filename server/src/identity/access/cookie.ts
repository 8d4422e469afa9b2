// Requests have cookies by it, also for whoever takes this file without the application.
import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** `__Host-` needs https; a demo on http://localhost has a plain name. Either way: for this host, this site and HTTP alone. */
const isSecure = (publicUrl: string) => publicUrl.startsWith('https:')
const names = {
  session: { secure: '__Host-kontor', plain: 'kontor' },
  device: { secure: '__Host-kontor-device', plain: 'kontor-device' },
}

const options = (publicUrl: string) =>
  ({ path: '/', httpOnly: true, sameSite: 'strict', secure: isSecure(publicUrl) }) as const
const nameOf = (of: keyof typeof names, publicUrl: string) => names[of][isSecure(publicUrl) ? 'secure' : 'plain']

/** The plain name counts only where there is no https: beside it, another host of the domain could set such a cookie. */
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

export function clearDeviceCookie(reply: FastifyReply, publicUrl: string): void {
  reply.clearCookie(nameOf('device', publicUrl), options(publicUrl))
}
