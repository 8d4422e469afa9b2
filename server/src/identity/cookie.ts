import type { FastifyReply, FastifyRequest } from 'fastify'

/** `__Host-` needs https; a demo on http://localhost has a plain name. Either way: for this host, this site and HTTP alone. */
const isSecure = (publicUrl: string) => publicUrl.startsWith('https:')
const names = { secure: '__Host-kontor', plain: 'kontor' }

const options = (publicUrl: string) =>
  ({ path: '/', httpOnly: true, sameSite: 'strict', secure: isSecure(publicUrl) }) as const
const nameOf = (publicUrl: string) => (isSecure(publicUrl) ? names.secure : names.plain)

/** The plain name counts only where there is no https: beside it, another host of the domain could set such a cookie. */
export const sessionSecret = (request: FastifyRequest, publicUrl: string): string | undefined =>
  request.cookies[nameOf(publicUrl)]

export function setSessionCookie(reply: FastifyReply, publicUrl: string, secret: string): void {
  reply.setCookie(nameOf(publicUrl), secret, options(publicUrl))
}

export function clearSessionCookie(reply: FastifyReply, publicUrl: string): void {
  reply.clearCookie(nameOf(publicUrl), options(publicUrl))
}
