import { type FieldProps, useField } from '../fields.tsx'
import { type AnyRow, RelatedSelect, type Selection } from './related-select.tsx'

/**
 * A field for a row of another entity, found by its name, its e-mail address or its pasted id. A user who may not list the entity gets no
 * field, and the value stays.
 */
export function RelatedField<R extends AnyRow>({
  target,
  query,
  isLeftOut,
  titleOf,
  onChosen,
  ...props
}: FieldProps & Selection<R>) {
  const { value, set, input } = useField(props, 'finding')
  return (
    <RelatedSelect
      {...input}
      target={target}
      {...(query ? { query } : {})}
      {...(isLeftOut ? { isLeftOut } : {})}
      {...(titleOf ? { titleOf } : {})}
      {...(onChosen ? { onChosen } : {})}
      value={typeof value === 'string' ? value : ''}
      onChange={set}
    />
  )
}
