/** As people read an IBAN or a key: `NL91 ABNA 0417`. */
export const groupsOfFour = (text: string): string => text.replaceAll(/(.{4})(?=.)/g, '$1 ')
