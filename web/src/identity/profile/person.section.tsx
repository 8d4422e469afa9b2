import '@mantine/core/styles/SimpleGrid.layer.css'
import { profileEndpoint, updateProfileEndpoint } from '@kontor/contract/identity/profile.endpoints'
import { type Profile, updateProfileSchemas } from '@kontor/contract/identity/profile.schemas'
import { Button, Group, SimpleGrid, useMantineColorScheme } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Refused } from '../../platform/form/dialog/sending-dialog.tsx'
import { ChoiceField, TextField } from '../../platform/form/fields.tsx'
import { RecordContext, useRecord } from '../../platform/form/record-form.tsx'
import { presentOf } from '../../platform/form/use-meanwhile.ts'
import { chooseLanguage, languages } from '../../platform/i18n.ts'
import { notify } from '../../platform/notify.ts'
import { useViewer } from '../../platform/viewer.ts'
import { keepField } from '../../ui/keep-field.ts'
import { Section } from '../../ui/section.tsx'
import { currentSession, refreshSession } from '../session.ts'
import { useReadAgain } from './use-profile.ts'

const themes = ['light', 'dark', 'auto'] as const
const timeZones = Intl.supportedValuesOf('timeZone')

/** Name, language, time zone and appearance. */
export function PersonSection({ profile }: { profile: Profile }) {
  const { t } = useTranslation()
  const readAgain = useReadAgain()
  const { setColorScheme } = useMantineColorScheme()
  // A form sends once; the next change begins at what was saved.
  const [saved, setSaved] = useState({ times: 0, profile })
  const onSaved = async (profile: Profile) => {
    setSaved(({ times }) => ({ times: times + 1, profile }))
    setColorScheme(profile.theme)
    await chooseLanguage(profile.language)
    await Promise.all([refreshSession(), readAgain()])
    notify({ color: 'green', message: t('notice.saved') })
  }
  return (
    <Section title={t('profile.person')} text={t('profile.person_text')}>
      <PersonForm key={saved.times} profile={saved.profile} onSaved={(reply) => void onSaved(reply)} />
    </Section>
  )
}

interface PersonFormProps {
  profile: Profile
  onSaved: (profile: Profile) => void
}

function PersonForm({ profile, onSaved }: PersonFormProps) {
  const { t } = useTranslation()
  const viewer = useViewer()
  const { context, frame, discard } = useRecord({
    endpoint: updateProfileEndpoint,
    body: updateProfileSchemas.body,
    verb: t('action.save'),
    initial: valuesOf(profile),
    present: presentOf(profileEndpoint, {}, valuesOf),
    onClose: () => {},
    onDone: onSaved,
    children: null,
  })
  const leave = useEffectEvent(() => {
    if (currentSession()) discard()
  })
  // Leaving the page discards the draft, but the end of the session keeps it.
  useEffect(() => () => leave(), [])
  const { sending } = frame
  return (
    <form noValidate onMouseDown={keepField} onSubmit={frame.onSubmit}>
      <RecordContext value={context}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" mb="md">
          <TextField name="name" label={t('set_up.name')} autoComplete="name" maxLength={200} isRequired />
          <ChoiceField
            name="language"
            label={t('shell.language')}
            choices={languages}
            textOf={(each) => t(`shell.language_${each}`)}
          />
          <ChoiceField
            name="time_zone"
            label={t('profile.time_zone')}
            choices={timeZones}
            textOf={(zone) => zone}
            noneText={t('profile.time_zone_own', { zone: viewer.time_zone })}
          />
          <ChoiceField
            name="theme"
            label={t('shell.theme')}
            choices={themes}
            textOf={(each) => t(`shell.theme_${each}`)}
          />
        </SimpleGrid>
      </RecordContext>
      <Refused sending={sending} isSaidBelow={frame.isSaidBelow} />
      <Group justify="flex-end" mt="md">
        <Button type="submit" loading={sending.isBusy} disabled={!frame.isChanged && !sending.isUndecided}>
          {sending.isUndecided ? t('action.retry') : frame.verb}
        </Button>
      </Group>
    </form>
  )
}

const valuesOf = ({ name, language, time_zone, theme }: Profile) => ({
  ...{ name, language, time_zone: time_zone ?? '', theme },
})
