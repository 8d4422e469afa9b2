export interface CallOptions {
  /**
   * The key of a write: 1 to 255 visible ASCII characters. Give one that you have kept, such as the id of the order, so
   * that another process can go on after this one has died. Default: a new one for each call.
   */
  idempotencyKey?: string
  /** Ends the call. A write that may have been carried out then fails with `OutcomeUnknownError`. */
  signal?: AbortSignal
  /** Milliseconds for this call with all its tries and pauses. */
  timeoutMs?: number
  /** Milliseconds for each try of this call. */
  tryTimeoutMs?: number
}
