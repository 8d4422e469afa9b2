import { Anchor, type AnchorProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'

type Props = AnchorProps & Omit<ComponentPropsWithRef<'a'>, keyof AnchorProps>

/** A link to another screen that looks like one. */
export const AnchorLink = createLink((props: Props) => <Anchor inherit {...props} />)
