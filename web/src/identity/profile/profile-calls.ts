import { api } from '../../platform/api/api-client.ts'

/** Makes one of the contract's calls about the signed-in person. */
export const ask = <C extends Call>(call: C, body?: CallBody<C>, id = ''): Promise<CallReply<C>> => {
  const path = call.path.replace(':id', encodeURIComponent(id))
  return call.method === 'GET' ? api.get(path) : api.send(call.method, path, call.method === 'POST' ? body : undefined)
}
