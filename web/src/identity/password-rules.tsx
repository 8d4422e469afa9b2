import { passwordRules } from '@kontor/contract/identity/session'
import { Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconPoint } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

/** The rules of a password, and which of them it meets as it is typed. */
export function PasswordRules({ password }: { password: string }) {
  const { t } = useTranslation()
  return (
    <div>
      <Text size="sm" id="password-rules">
        {t('set_up.password_rules')}
      </Text>
      <Stack component="ul" gap={2} m={0} mt={4} p={0} aria-labelledby="password-rules">
        {Object.entries(passwordRules).map(([name, holds]) => (
          <Rule key={name} text={t(`password_rule.${name}`)} isMet={holds(password)} />
        ))}
      </Stack>
    </div>
  )
}

function Rule({ text, isMet }: { text: string; isMet: boolean }) {
  const { t } = useTranslation()
  return (
    <Group component="li" gap={6} c={isMet ? 'var(--mantine-color-green-light-color)' : 'dimmed'}>
      {isMet ? <IconCheck size={16} aria-hidden="true" /> : <IconPoint size={16} aria-hidden="true" />}
      <Text span size="sm" inherit>
        {text}
      </Text>
      <VisuallyHidden>{t(isMet ? 'set_up.rule_met' : 'set_up.rule_missing')}</VisuallyHidden>
    </Group>
  )
}
