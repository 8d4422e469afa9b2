import { useActorText } from '../platform/value/actor.ts'

/** Who did something with a share, once it was done: by name, or the provider. */
export function ShareActor({ at, name }: { at: string | null; name: string | null }) {
  const textOf = useActorText()
  if (at === null) return null
  return <>{name === null ? textOf('provider', null) : name}</>
}
