import path from 'node:path'
import fastifyStatic from '@fastify/static'
import { Refusal } from '@kontor/contract/refusal'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const year_s = 31_536_000

/**
 * Serves the built web application. Every address that is neither a file nor of the API is a screen and gets the page.
 */
export async function webFiles(app: FastifyInstance, dist: string | undefined): Promise<void> {
  if (dist) {
    await app.register(fastifyStatic, {
      root: path.resolve(dist),
      index: false,
      cacheControl: false,
      preCompressed: true,
      setHeaders: (reply, file) => {
        // Asset names contain a hash, so they are cached for long; the page that names them must be fetched every time.
        reply.header(
          'cache-control',
          file.includes(`${path.sep}assets${path.sep}`) ? `public, max-age=${year_s}, immutable` : 'no-cache',
        )
      },
    })
    app.get('/', { schema: { hide: true } }, (_request, reply) => reply.sendFile('index.html'))
  }
  const answerScreen = (request: FastifyRequest, reply: FastifyReply) => {
    const isScreen =
      request.method === 'GET' &&
      !request.url.startsWith('/v1/') &&
      String(request.headers.accept ?? '').includes('text/html')
    if (!dist || !isScreen) throw new Refusal('not_found')
    return reply.sendFile('index.html')
  }
  app.setNotFoundHandler(answerScreen)
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.url !== anyFile) return
    const path = request.url.split('?')[0] ?? ''
    return path.startsWith('/v1/') || !canBeFile(path) ? answerScreen(request, reply) : undefined
  })
}

/** The route of the files, which takes every GET that no other route takes. */
const anyFile = '/*'

const [longestPath, longestName] = [2_000, 250]

// Directories above, a backslash, an empty name, NUL: each also escaped.
const strangeName = /(?:^|\/)\.{1,2}(?:\/|$)|\\|\/\/|\0/

/** True when a file can have this path. For other paths the file system gives an error instead of "not found". */
const canBeFile = (path: string): boolean =>
  path.length <= longestPath &&
  path.split('/').every(({ length }) => length <= longestName) &&
  !strangeName.test(decodeURIComponent(path))

/**
 * The address in a form that Fastify accepts. An address with a broken escape, `/transactions%`, is a screen too: the
 * page says that it does not exist.
 */
export function readableUrl(url: string): string {
  const path = url.split('?')[0] ?? ''
  if (path.startsWith('/v1/') || isReadable(path)) return url
  return path.replaceAll('%', '%25') + url.slice(path.length)
}

function isReadable(path: string): boolean {
  try {
    return decodeURI(path) !== ''
  } catch {
    return false
  }
}
