import { forgetDeviceEndpoint, listDevicesEndpoint } from '@kontor/contract/identity/profile.endpoints'
import { useTranslation } from 'react-i18next'
import { call } from '../../platform/api/api-client.ts'
import { useRead } from '../../platform/api/reading.ts'
import { notify } from '../../platform/notify.ts'
import { Section } from '../../ui/section.tsx'
import { EndButton } from './end-button.tsx'
import { Place, usePlaceName } from './place.tsx'
import { Rows } from './rows.tsx'
import { useReadAgain } from './use-profile.ts'

/** Browsers that are not asked for the second factor. */
export function DevicesSection() {
  const { t } = useTranslation()
  const nameOf = usePlaceName()
  const reading = useRead(listDevicesEndpoint)
  const readAgain = useReadAgain()
  return (
    <Section title={t('profile.devices')} text={t('profile.devices_text')}>
      <Rows reading={reading} empty={t('profile.devices_none')}>
        {(row) => (
          <li key={row.id}>
            <Place row={row} />
            <EndButton
              verb={t('profile.forget')}
              name={nameOf(row)}
              title={t('profile.forget_title', { name: nameOf(row) })}
              text={t('profile.forget_text')}
              onEnd={async () => {
                await call(forgetDeviceEndpoint, { params: { id: row.id } })
                await readAgain()
                notify({ color: 'green', message: t('profile.forgotten') })
              }}
            />
          </li>
        )}
      </Rows>
    </Section>
  )
}
