// A form's values are unknown until they are looked at.
export const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')
export const columnsIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])
