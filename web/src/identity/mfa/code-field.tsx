import { TextInput, type TextInputProps } from '@mantine/core'
import styles from './code-field.module.css'

interface CodeFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'defaultValue'> {
  value?: string
  onChange: (code: string) => void
}

export const isCode = (text: string): boolean => /^\d{6}$/.test(text)

/** One field for six digits: a code can be pasted, also with a space, and a browser may fill it in from a message. */
export function CodeField({ value = '', onChange, ...props }: CodeFieldProps) {
  return (
    <TextInput
      inputMode="numeric"
      autoComplete="one-time-code"
      spellCheck={false}
      classNames={{ input: styles.code }}
      {...props}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value.replace(/\D/g, '').slice(0, 6))}
    />
  )
}
