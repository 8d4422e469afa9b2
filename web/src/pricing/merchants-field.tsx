import { merchant } from '@kontor/contract/organisations/merchant.entity'
import { Group, Pill } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type FieldProps, useField } from '../platform/form/fields.tsx'
import { RelatedSelect } from '../platform/form/related/related-select.tsx'

/** Several merchants, found one after the other by name. */
export function MerchantsField(props: Pick<FieldProps, 'isRequired' | 'description'>) {
  const { t } = useTranslation()
  const { value, set, input } = useField(
    { name: 'merchants', missing: t('pricing.merchants_missing'), ...props },
    'choosing',
  )
  const [names, setNames] = useState<Readonly<Record<string, string>>>({})
  const chosen = Array.isArray(value) ? value.map(String) : []
  return (
    <div>
      <RelatedSelect
        {...input}
        target={merchant}
        value=""
        onChange={(id) => id && !chosen.includes(id) && set([...chosen, id])}
        onChosen={(row) => row && setNames((known) => ({ ...known, [row.id]: String(row['name']) }))}
      />
      <Group gap={6} mt={6} role="group" aria-label={t('pricing.chosen_merchants')}>
        {chosen.map((id) => (
          <Pill
            key={id}
            withRemoveButton
            removeButtonProps={{
              'aria-label': t('pricing.leave_out', { name: names[id] ?? id }),
              'aria-hidden': false,
              tabIndex: 0,
            }}
            onRemove={() => set(chosen.filter((each) => each !== id))}
          >
            {names[id] ?? id}
          </Pill>
        ))}
      </Group>
    </div>
  )
}
