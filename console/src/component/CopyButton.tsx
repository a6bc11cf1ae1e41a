import { type ComponentProps, useState } from 'react'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { copyText } from '../shell/copyText.ts'
import { useShell } from '../shell/Shell.tsx'

const icons = { no: 'copy', yes: 'check', refused: 'alert' } as const

/** Copies a text that stands beside it, or says that it has to be selected. */
export function CopyButton({
  text,
  children,
  ...props
}: Omit<ComponentProps<typeof Button>, 'icon' | 'onPress'> & { readonly text: string }) {
  const { words } = useShell()
  const [isCopied, setCopied] = useState<keyof typeof icons>('no')
  const copy = async () => setCopied((await copyText(text)) ? 'yes' : 'refused')
  const labels = { no: children, yes: words.record.copied, refused: words.failure.notCopied }
  return (
    <Button {...props} icon={<Icon name={icons[isCopied]} size={14} />} onPress={() => void copy()}>
      {labels[isCopied]}
    </Button>
  )
}
