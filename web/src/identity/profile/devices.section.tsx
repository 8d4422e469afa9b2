import { forgetDeviceEndpoint, listDevicesEndpoint } from '@kontor/contract/identity/profile.endpoints'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../platform/api/reading.ts'
import { Section } from '../../ui/section.tsx'
import { EndButton } from './end-button.tsx'
import { Place, usePlaceName } from './place.tsx'
import { Rows } from './rows.tsx'

/** Browsers that are not asked for the second factor. */
export function DevicesSection() {
  const { t } = useTranslation()
  const nameOf = usePlaceName()
  const reading = useRead(listDevicesEndpoint)
  return (
    <Section title={t('profile.devices')} text={t('profile.devices_text')}>
      <Rows reading={reading} empty={t('profile.devices_none')}>
        {(row) => (
          <li key={row.id}>
            <Place row={row} />
            <EndButton
              endpoint={forgetDeviceEndpoint}
              params={{ id: row.id }}
              verb={t('profile.forget')}
              name={nameOf(row)}
              title={t('profile.forget_title', { name: nameOf(row) })}
              text={t('profile.forget_text')}
              done={t('profile.forgotten')}
            />
          </li>
        )}
      </Rows>
    </Section>
  )
}
