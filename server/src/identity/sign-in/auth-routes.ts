import type { SignInReply } from '@kontor/contract/identity/mfa'
import * as endpoints from '@kontor/contract/identity/sign-in.endpoints'
import * as schemas from '@kontor/contract/identity/sign-in.schemas'
import * as signOnSchemas from '@kontor/contract/identity/sign-on/sign-on.schemas'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { route } from '../../platform/http/endpoint.ts'
import type { Caller } from '../access/caller.ts'
import {
  clearSessionCookie,
  sessionSecret,
  setDeviceCookie,
  setSessionCookie,
  setSignOnCookie,
  signOnSecret,
} from '../access/cookie.ts'
import type { Desk } from '../access/desk.ts'
import { currentSession, type IdentityServices } from '../access/doors.ts'
import { endSession, findSession, noteActivity } from '../access/sessions.ts'
import { recordSignIn } from '../access/sign-in-record.ts'
import { useRecoveryCode, verifyMfa, verifyMfaPasskey } from '../mfa/mfa.ts'
import { resendCode } from '../mfa/mfa-mail.ts'
import { setUpMfa } from '../mfa/set-up-mfa.ts'
import { askMfaPasskey, askPasskey, signInWithPasskey } from '../mfa/sign-in-with-passkey.ts'
import { beginSignOn, patience_ms, signInWays } from '../sign-on/begin-sign-on.ts'
import { finishSignOn } from '../sign-on/finish-sign-on.ts'
import { setUpFirstUser } from './first-user.ts'
import { checkLink, forgotPassword } from './links.ts'
import { type Step, signIn } from './sign-in.ts'
import { updateEmail } from './update-email.ts'
import { updatePassword } from './update-password.ts'

interface AnyAsked {
  request: FastifyRequest
  reply: FastifyReply
  now: Date
  caller: Caller
}

export function authRoutes(app: FastifyInstance, services: IdentityServices, desk: Desk): void {
  const { databases, publicUrl, settings } = desk
  const db = databases.provider

  /**
   * Signs the caller in and ends the earlier session of the browser, so that a fixed or forgotten one is worth nothing.
   */
  const inside = async ({ request, reply, now }: AnyAsked, session: string) => {
    const before = sessionSecret(request, publicUrl)
    if (before) await endSession(db, before, now)
    setSessionCookie(reply, publicUrl, session)
    return { user: (await currentSession(desk, request, now, session)).session }
  }
  const answer = async (asked: AnyAsked, step: Step): Promise<SignInReply> => {
    if (step.to === 'mfa') return { mfa_token: step.token, mfa_type: step.type }
    if (step.to === 'mfa_setup') return { mfa_setup_token: step.token, required_type: step.required_type }
    if (step.device) setDeviceCookie(asked.reply, publicUrl, step.device)
    return inside(asked, step.session)
  }
  /** Ends the session of this browser, if there is one. */
  const leave = async ({ request, reply, now, caller }: AnyAsked, kind: 'signed_out' | 'session_ended') => {
    const secret = sessionSecret(request, publicUrl)
    if (!secret) return
    const found = await findSession(db, secret, caller.ip, now)
    await endSession(db, secret, now)
    clearSessionCookie(reply, publicUrl)
    if (found) {
      await recordSignIn(db, { kind, user: { id: found.session.id }, caller }, now)
    }
  }

  route(app, services, endpoints.loginEndpoint, schemas.loginSchemas, async (asked) =>
    answer(asked, await signIn(desk, asked.body, asked.caller, asked.now)),
  )
  route(app, services, endpoints.signInWaysEndpoint, signOnSchemas.signInWaysSchemas, ({ body, caller, now }) =>
    signInWays(desk, body.username, caller, now),
  )
  route(
    app,
    services,
    endpoints.beginSignOnEndpoint,
    signOnSchemas.beginSignOnSchemas,
    async ({ request, reply, body, caller, now }) => {
      const kept = signOnSecret(request, publicUrl)
      const { url, browser } = await beginSignOn(desk, body.username, kept, caller, now)
      setSignOnCookie(reply, publicUrl, browser, new Date(now.getTime() + patience_ms))
      return { url }
    },
  )
  route(
    app,
    services,
    endpoints.finishSignOnEndpoint,
    signOnSchemas.finishSignOnSchemas,
    async ({ body, caller, now, ...asked }) => {
      const browser = signOnSecret(asked.request, publicUrl)
      const { step, username } = await finishSignOn(desk, body, browser, caller, now)
      return { username, step: await answer({ ...asked, caller, now }, step) }
    },
  )
  route(app, services, endpoints.mfaEndpoint, schemas.mfaSchemas, async (asked) =>
    answer(asked, await verifyMfa(desk, asked.body, asked.caller, asked.now)),
  )
  route(app, services, endpoints.mfaRecoveryEndpoint, schemas.mfaRecoverySchemas, async (asked) =>
    answer(asked, await useRecoveryCode(desk, asked.body, asked.caller, asked.now)),
  )
  route(app, services, endpoints.mfaResendEndpoint, schemas.mfaResendSchemas, ({ body, caller, now }) =>
    resendCode(desk, body, caller, now),
  )
  route(app, services, endpoints.mfaPasskeyOptionsEndpoint, schemas.mfaPasskeyOptionsSchemas, ({ body, caller, now }) =>
    askMfaPasskey(desk, body, caller, now),
  )
  route(app, services, endpoints.mfaPasskeyEndpoint, schemas.mfaPasskeySchemas, async (asked) =>
    answer(asked, await verifyMfaPasskey(desk, asked.body, asked.caller, asked.now)),
  )
  route(app, services, endpoints.beginMfaSetupEndpoint, schemas.beginMfaSetupSchemas, async (asked) => {
    const done = await setUpMfa(desk, asked.body, asked.caller, asked.now)
    if (!('session' in done)) return done
    return { ...(await inside(asked, done.session)), recovery_codes: done.recovery_codes }
  })
  route(app, services, endpoints.passkeyOptionsEndpoint, schemas.passkeyOptionsSchemas, ({ caller, now }) =>
    askPasskey(desk, caller, now),
  )
  route(app, services, endpoints.passkeyEndpoint, schemas.passkeySchemas, async (asked) =>
    answer(asked, await signInWithPasskey(desk, asked.body, asked.caller, asked.now)),
  )

  route(app, services, endpoints.forgotPasswordEndpoint, schemas.forgotPasswordSchemas, ({ body, caller, now }) =>
    forgotPassword(desk, body.username, caller, now),
  )
  route(app, services, endpoints.checkTokenEndpoint, schemas.checkTokenSchemas, async (asked) => {
    const { person: _, ...link } = await checkLink(desk, asked.body, asked.caller, asked.now)
    await leave(asked, 'session_ended')
    return link
  })
  route(app, services, endpoints.updatePasswordEndpoint, schemas.updatePasswordSchemas, ({ body, caller, now }) =>
    updatePassword(desk, body, caller, now),
  )
  route(app, services, endpoints.updateEmailEndpoint, schemas.updateEmailSchemas, ({ body, caller, now }) =>
    updateEmail(desk, body, caller, now),
  )

  route(app, services, endpoints.logoutEndpoint, schemas.logoutSchemas, async (asked) => {
    await leave(asked, 'signed_out')
    clearSessionCookie(asked.reply, publicUrl)
    asked.reply.header('clear-site-data', '"cache"')
  })
  route(app, services, endpoints.sessionEndpoint, schemas.sessionSchemas, async ({ signedIn }) => signedIn.session)
  route(app, services, endpoints.activityEndpoint, schemas.activitySchemas, ({ request, now }) =>
    noteActivity(db, sessionSecret(request, publicUrl) ?? '', now, settings.idle_ms),
  )
  route(app, services, endpoints.setUpEndpoint, schemas.setUpSchemas, async (asked) =>
    inside(asked, await setUpFirstUser(desk, asked.body, asked.caller, asked.now)),
  )
}
