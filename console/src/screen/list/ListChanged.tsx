import { Button } from '../../component/Button.tsx'
import { useShell } from '../../shell/Shell.tsx'

/** Others changed which records a page has, or their order. Nothing moves before somebody asks for it. */
export function ListChanged({ onShow }: { readonly onShow: () => void }) {
  const { words } = useShell()
  return (
    <span className="list-changed" role="status">
      {words.live.changed}
      <Button small onPress={onShow}>
        {words.live.show}
      </Button>
    </span>
  )
}
