export const people = {
  provider: { email: 'psp@kontor.example', name: 'Philippa Provider' },
  support: { email: 'support@kontor.example', name: 'Sam Support' },
  owner: { email: 'owner@bloom.example', name: 'Lotte Bloem' },
  cashier: { email: 'cashier@bloom.example', name: 'Cas Kassa' },
} as const

export type Person = keyof typeof people
export const password = 'Kontor-demo-2026'
