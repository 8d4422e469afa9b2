import { useActorText } from '../platform/value/actor.ts'

/** Who did something with an account: by name, or the provider. */
export function AccountActor({ name }: { name: string | null }) {
  const textOf = useActorText()
  return <>{name ?? textOf('provider', null)}</>
}
