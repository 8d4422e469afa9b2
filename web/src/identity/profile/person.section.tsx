import { call } from '../../platform/api/api-client.ts'
import '@mantine/core/styles/SimpleGrid.layer.css'
import { updateProfileEndpoint } from '@kontor/contract/identity/profile.endpoints'
import type { Profile } from '@kontor/contract/identity/profile.schemas'
import { Alert, Button, Group, NativeSelect, SimpleGrid, TextInput, useMantineColorScheme } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useRefusalText } from '../../platform/api/refusal-text.ts'
import { useSubmit } from '../../platform/api/use-submit.ts'
import { useDraft } from '../../platform/form/use-draft.ts'
import { chooseLanguage, languages } from '../../platform/i18n.ts'
import { notify } from '../../platform/notify.ts'
import { useViewer } from '../../platform/viewer.ts'
import { Section } from '../../ui/section.tsx'
import { useSaid } from '../fields.ts'
import { currentSession, refreshSession } from '../session.ts'
import { useReadAgain } from './use-profile.ts'

const themes = ['light', 'dark', 'auto'] as const
const timeZones = Intl.supportedValuesOf('timeZone')

/** Name, language, time zone and appearance. */
export function PersonSection({ profile }: { profile: Profile }) {
  const { t } = useTranslation()
  const said = useSaid()
  const textOf = useRefusalText()
  const readAgain = useReadAgain()
  const viewer = useViewer()
  const { setColorScheme } = useMantineColorScheme()
  const { name, language, theme } = profile
  const form = useForm({
    initialValues: { name, language, time_zone: profile.time_zone ?? '', theme },
    validateInputOnBlur: true,
    validate: { name: (value) => said(value.trim() === '' && 'required') },
  })
  const draft = useDraft(form, 'profile')
  // Leaving the page discards the draft, but the end of the session keeps it.
  useEffect(() => () => void (currentSession() && draft.clear()), [draft])
  const { submit, refusal, isBusy } = useSubmit(async (values: typeof form.values) => {
    await call(updateProfileEndpoint, {
      body: { ...values, name: values.name.trim(), time_zone: values.time_zone || null },
    })
    setColorScheme(values.theme)
    await chooseLanguage(values.language)
    await Promise.all([refreshSession(), readAgain()])
    form.resetDirty(values)
    draft.clear()
    notify({ color: 'green', message: t('notice.saved') })
  })

  return (
    <Section title={t('profile.person')} text={t('profile.person_text')}>
      <form noValidate onSubmit={form.onSubmit(submit)}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          <TextInput label={t('set_up.name')} autoComplete="name" maxLength={200} {...form.getInputProps('name')} />
          <NativeSelect
            label={t('shell.language')}
            data={languages.map((value) => ({ value, label: t(`shell.language_${value}`) }))}
            {...form.getInputProps('language')}
          />
          <NativeSelect
            label={t('profile.time_zone')}
            data={[{ value: '', label: t('profile.time_zone_own', { zone: viewer.time_zone }) }, ...timeZones]}
            {...form.getInputProps('time_zone')}
          />
          <NativeSelect
            label={t('shell.theme')}
            data={themes.map((value) => ({ value, label: t(`shell.theme_${value}`) }))}
            {...form.getInputProps('theme')}
          />
        </SimpleGrid>
        {refusal && (
          <Alert color="red" role="alert" mt="md">
            {textOf(refusal)}
          </Alert>
        )}
        <Group justify="flex-end" mt="md">
          <Button type="submit" loading={isBusy} disabled={!form.isDirty()}>
            {t('action.save')}
          </Button>
        </Group>
      </form>
    </Section>
  )
}
