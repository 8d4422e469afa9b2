export type { CallOptions } from './call-options.ts'
export { type ClientOptions, createClient } from './client.ts'
export {
  ApiError,
  ConnectionError,
  InvalidRequestError,
  KontorError,
  OutcomeUnknownError,
  WebhookError,
} from './errors.ts'
export type * from './generated/types.ts'
export type { Rows } from './rows.ts'
export { type VerifiedWebhook, verifyWebhook, type WebhookToVerify } from './webhook.ts'
