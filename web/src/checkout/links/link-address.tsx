import { useRead } from '../../platform/api/reading.ts'
import { CopyValue } from '../../ui/copy-value.tsx'
import { addressEndpointOf, type LinkEntity } from './link-kind.ts'

/** The address of the link's page, to read and to copy. It is read only while it leads to something. */
export function LinkAddress({ entity, id }: { entity: LinkEntity; id: string }) {
  const { data } = useRead(addressEndpointOf(entity), { params: { id } })
  return data ? <CopyValue value={data.url} /> : '…'
}
