import type { ReplyOf } from '@kontor/contract/endpoint'
import { beginSignOnEndpoint, signInWaysEndpoint } from '@kontor/contract/identity/sign-in.endpoints'
import { useRef, useState } from 'react'
import { call } from '../../platform/api/api-client.ts'
import { useSubmit } from '../../platform/api/use-submit.ts'
import { emailProblem } from '../fields.ts'

type Ways = ReplyOf<typeof signInWaysEndpoint>

const usual: Ways = { sign_on: false, password: true }

/** How people of the typed address's domain sign in. Until the server has answered, by a password. */
export function useSignInWays() {
  const [ways, setWays] = useState(usual)
  const wanted = useRef('')
  const going = useSubmit(async (username: string) => {
    const { url } = await call(beginSignOnEndpoint, { body: { username } })
    location.assign(url)
    // The page stays as it is until the browser has left it.
    await new Promise(() => {})
  })
  async function ask(typed: string): Promise<Ways> {
    const username = typed.trim()
    const domain = username.slice(username.lastIndexOf('@') + 1).toLowerCase()
    if (emailProblem(username)) return usual
    if (domain === wanted.current) return ways
    wanted.current = domain
    // A server that does not answer leaves the password, which is refused there if need be.
    const found = await call(signInWaysEndpoint, { body: { username } }).catch(() => undefined)
    if (wanted.current !== domain) return ways
    if (!found) {
      wanted.current = ''
      return ways
    }
    setWays(found)
    return found
  }
  return { ways, ask, leave: going.submit, refusal: going.refusal, isLeaving: going.isBusy }
}
