import type { SignInReply } from '@kontor/contract/identity/mfa'
import * as calls from '@kontor/contract/identity/sign-in.calls'
import type { FastifyInstance } from 'fastify'
import { type Asked, currentSession, openCall, sessionCall } from '../access/call-route.ts'
import { clearSessionCookie, sessionSecret, setDeviceCookie, setSessionCookie } from '../access/cookie.ts'
import type { Desk } from '../access/desk.ts'
import { endSession, findSession, noteActivity } from '../access/sessions.ts'
import { recordSignIn } from '../access/sign-in-record.ts'
import { useRecoveryCode, verifyMfa, verifyMfaPasskey } from '../mfa/mfa.ts'
import { resendCode } from '../mfa/mfa-mail.ts'
import { setUpMfa } from '../mfa/set-up-mfa.ts'
import { askMfaPasskey, askPasskey, signInWithPasskey } from '../mfa/sign-in-with-passkey.ts'
import { setUpFirstUser } from './first-user.ts'
import { checkLink, forgotPassword } from './links.ts'
import { type Step, signIn } from './sign-in.ts'
import { updateEmail } from './update-email.ts'
import { updatePassword } from './update-password.ts'

type AnyAsked = Pick<Asked<never>, 'request' | 'reply' | 'now' | 'caller'>

export function authRoutes(app: FastifyInstance, desk: Desk): void {
  const { databases, publicUrl, settings } = desk
  const db = databases.provider

  /** Whoever signs in anew leaves the earlier session: a fixed or forgotten one is worth nothing afterwards. */
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
  /** Ends the session that this browser has, if it has one. */
  const leave = async ({ request, reply, now, caller }: AnyAsked, kind: 'signed_out' | 'session_ended') => {
    const secret = sessionSecret(request, publicUrl)
    if (!secret) return
    const found = await findSession(db, secret, now)
    await endSession(db, secret, now)
    clearSessionCookie(reply, publicUrl)
    if (found) {
      await recordSignIn(db, { kind, user: { id: found.session.id }, caller }, now)
    }
  }

  openCall(app, desk, calls.loginCall, async (asked) =>
    answer(asked, await signIn(desk, asked.body, asked.caller, asked.now)),
  )
  openCall(app, desk, calls.mfaCall, async (asked) =>
    answer(asked, await verifyMfa(desk, asked.body, asked.caller, asked.now)),
  )
  openCall(app, desk, calls.mfaRecoveryCall, async (asked) =>
    answer(asked, await useRecoveryCode(desk, asked.body, asked.caller, asked.now)),
  )
  openCall(app, desk, calls.mfaResendCall, ({ body, caller, now }) => resendCode(desk, body, caller, now))
  openCall(app, desk, calls.mfaPasskeyOptionsCall, ({ body, caller, now }) => askMfaPasskey(desk, body, caller, now))
  openCall(app, desk, calls.mfaPasskeyCall, async (asked) =>
    answer(asked, await verifyMfaPasskey(desk, asked.body, asked.caller, asked.now)),
  )
  openCall(app, desk, calls.beginMfaSetupCall, async (asked) => {
    const done = await setUpMfa(desk, asked.body, asked.caller, asked.now)
    if (!('session' in done)) return done
    return { ...(await inside(asked, done.session)), recovery_codes: done.recovery_codes }
  })
  openCall(app, desk, calls.passkeyOptionsCall, ({ caller, now }) => askPasskey(desk, caller, now))
  openCall(app, desk, calls.passkeyCall, async (asked) =>
    answer(asked, await signInWithPasskey(desk, asked.body, asked.caller, asked.now)),
  )

  openCall(app, desk, calls.forgotPasswordCall, ({ body, caller, now }) =>
    forgotPassword(desk, body.username, caller, now),
  )
  openCall(app, desk, calls.checkTokenCall, async (asked) => {
    const { person: _, ...link } = await checkLink(desk, asked.body, asked.caller, asked.now)
    await leave(asked, 'session_ended')
    return link
  })
  openCall(app, desk, calls.updatePasswordCall, ({ body, caller, now }) => updatePassword(desk, body, caller, now))
  openCall(app, desk, calls.updateEmailCall, ({ body, caller, now }) => updateEmail(desk, body, caller, now))

  openCall(app, desk, calls.logoutCall, async (asked) => {
    await leave(asked, 'signed_out')
    clearSessionCookie(asked.reply, publicUrl)
    asked.reply.header('clear-site-data', '"cache"')
  })
  sessionCall(app, desk, calls.sessionCall, async ({ signedIn }) => signedIn.session)
  sessionCall(app, desk, calls.activityCall, ({ request, now }) =>
    noteActivity(db, sessionSecret(request, publicUrl) ?? '', now, settings.idle_ms),
  )
  openCall(app, desk, calls.setUpCall, async (asked) =>
    inside(asked, await setUpFirstUser(desk, asked.body, asked.caller, asked.now)),
  )
}
