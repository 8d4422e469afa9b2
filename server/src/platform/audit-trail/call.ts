/** One call of the trail: to Kontor, from Kontor, or something that is missing. Masked before it is made. */
export interface Call {
  /** A UUIDv7; its instant is `created_at`. */
  id: string
  type: 'request' | 'processor_call' | 'notification' | 'webhook' | 'gap'
  /** The call that caused it. */
  parent?: string | undefined
  merchant?: string | undefined
  organisation?: string | undefined
  /** The method and the pattern of the address, or what the call was for. */
  route: string
  url: string
  caller?: Caller | undefined
  /** The address of the caller; absent: Kontor. */
  origin?: string | undefined
  /** The host that was called; absent: Kontor. */
  destination?: string | undefined
  /** 0: there was no answer. */
  response_code: number
  refusal?: string | undefined
  duration_ms: number
  request_bytes?: number | undefined
  response_bytes?: number | undefined
  transaction?: string | undefined
  payment_profile?: string | undefined
  /** The order to a processor that it is about: its payment and its cause are found when the call is written. */
  order?: string | undefined
  /** The webhook that it sent: the same. */
  webhook?: string | undefined
  gap?: Gap | undefined
  content?: Content | undefined
}

export interface Caller {
  kind: 'user' | 'api_key'
  id: string | null
  name: string
  psp: boolean
}

export interface Gap {
  why: 'no_answer' | 'overload' | 'crash' | 'flood'
  /** The number of calls that are missing, if it is known. */
  missing?: number
  until?: Date
}

export type Header = readonly [name: string, value: string]

export interface Content {
  request_headers: readonly Header[]
  request_body: string | null
  response_headers: readonly Header[]
  response_body: string | null
}
