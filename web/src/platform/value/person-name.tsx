import { provider } from '@kontor/contract/field'
import { useActorText } from './actor.ts'

/** Whoever did something, by name. A merchant is not told which of its provider's staff did it. */
export function PersonName({ name }: { name: string }) {
  const textOf = useActorText()
  return <>{name === provider ? textOf(provider, null) : name}</>
}
