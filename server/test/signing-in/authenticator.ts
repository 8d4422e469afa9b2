import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'

/**
 * A passkey in software: ES256, no attestation. It is written from the WebAuthn standard and not from the library that
 * verifies it.
 */
export function makeAuthenticator(origin = 'http://localhost:4000') {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  let counter = 0
  let userHandle = ''

  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const authenticatorData = (rpId: string, flags: number, more = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(++counter)
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), count, more])
  }
  const common = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' }

  // The server sent the options, and each test states the shape that it expects.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  type Options = any

  return {
    register(options: Options, { verified = true } = {}) {
      userHandle = options.user.id
      const cose = map([
        [unsigned(1), unsigned(2)],
        [unsigned(3), negative(7)],
        [negative(1), unsigned(1)],
        [negative(2), bytes(Buffer.from(x, 'base64url'))],
        [negative(3), bytes(Buffer.from(y, 'base64url'))],
      ])
      const length = Buffer.from([0, id.length])
      const credential = Buffer.concat([Buffer.alloc(16), length, id, cose])
      const attestation = map([
        [text('fmt'), text('none')],
        [text('attStmt'), map([])],
        [text('authData'), bytes(authenticatorData(options.rp.id, verified ? 0x45 : 0x41, credential))],
      ])
      return {
        ...common,
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData('webauthn.create', options.challenge).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    sign(options: Options, { verified = true, challenge = options.challenge } = {}) {
      const data = clientData('webauthn.get', challenge)
      const authenticated = authenticatorData(options.rpId, verified ? 0x05 : 0x01)
      const signed = Buffer.concat([authenticated, createHash('sha256').update(data).digest()])
      return {
        ...common,
        clientExtensionResults: {},
        response: {
          clientDataJSON: data.toString('base64url'),
          authenticatorData: authenticated.toString('base64url'),
          signature: createSign('sha256').update(signed).sign(privateKey).toString('base64url'),
          userHandle,
        },
      }
    },
  }
}

// The part of CBOR (RFC 8949) that an attestation uses.
const head = (major: number, value: number): Buffer => {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 256) return Buffer.from([(major << 5) | 24, value])
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255])
}
const unsigned = (value: number) => head(0, value)
const negative = (value: number) => head(1, value - 1)
const bytes = (value: Buffer) => Buffer.concat([head(2, value.length), value])
const text = (value: string) => Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
const map = (entries: [Buffer, Buffer][]) => Buffer.concat([head(5, entries.length), ...entries.flat()])
