import path from 'node:path'
import fastifyStatic from '@fastify/static'
import { Refusal } from '@kontor/contract/refusal'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const year_s = 31_536_000

/** The built web application. Every address that is not a file or the API's is a screen: it gets the page. */
export async function webFiles(app: FastifyInstance, dist: string | undefined): Promise<void> {
  if (dist) {
    await app.register(fastifyStatic, {
      root: path.resolve(dist),
      index: false,
      cacheControl: false,
      preCompressed: true,
      setHeaders: (reply, file) => {
        // Assets carry a hash in their name; the page that names them must always be asked for.
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
    const path = request.url.split('?')[0] ?? ''
    return path.startsWith('/v1/') || canBeFile(path) ? undefined : answerScreen(request, reply)
  })
}

const [longestPath, longestName] = [2_000, 250]

/** Asked for another, the file system answers with an error, and not that there is none. */
const canBeFile = (path: string): boolean =>
  !path.includes('%00') && path.length <= longestPath && path.split('/').every(({ length }) => length <= longestName)

/** An address with a broken escape, `/transactions%`, is a screen as well: the page says that there is none. */
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
