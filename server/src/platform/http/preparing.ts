import type { FastifyRequest } from 'fastify'

/**
 * What a command has to learn from the outside world before its transaction, in which it may call nobody. `learn` runs for a
 * repeated request too, and changes nothing. Give `prepare` to the options of the route, and ask `learnt` in the command.
 */
export function preparing<C extends { request: FastifyRequest }, P>(learn: (call: C) => Promise<P>) {
  const known = new WeakMap<FastifyRequest, P>()
  return {
    async prepare(call: C): Promise<void> {
      known.set(call.request, await learn(call))
    },
    learnt: ({ request }: Pick<C, 'request'>): P | undefined => known.get(request),
  }
}
