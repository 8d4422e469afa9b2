import type * as calls from '@kontor/contract/identity/sign-in.calls'
import { api } from '../platform/api/api-client.ts'

/**
 * The calls of signing in, with the contract's types and without its schemas: zod would be half as much again to load,
 * and the server has the last word.
 */
const post =
  <C extends Call>(path: string) =>
  (body: CallBody<C>): Promise<CallReply<C>> =>
    api.send('POST', path, body)

export const logIn = post<typeof calls.loginCall>('/v1/auth/login')
export const verifyMfa = post<typeof calls.mfaCall>('/v1/auth/mfa')
export const sendRecoveryCode = post<typeof calls.mfaRecoveryCall>('/v1/auth/mfa/recovery')
export const resendMfaMail = post<typeof calls.mfaResendCall>('/v1/auth/mfa/resend')
export const askMfaPasskey = post<typeof calls.mfaPasskeyOptionsCall>('/v1/auth/mfa/passkey/options')
export const verifyMfaPasskey = post<typeof calls.mfaPasskeyCall>('/v1/auth/mfa/passkey')
export const setUpMfa = post<typeof calls.beginMfaSetupCall>('/v1/auth/mfa/setup')
export const askPasskey = post<typeof calls.passkeyOptionsCall>('/v1/auth/passkey/options')
export const signInWithPasskey = post<typeof calls.passkeyCall>('/v1/auth/passkey')
export const forgotPassword = post<typeof calls.forgotPasswordCall>('/v1/auth/forgot-password')
export const checkToken = post<typeof calls.checkTokenCall>('/v1/auth/check-token')
export const updatePassword = post<typeof calls.updatePasswordCall>('/v1/auth/update-password')
export const updateEmail = post<typeof calls.updateEmailCall>('/v1/auth/update-email')
