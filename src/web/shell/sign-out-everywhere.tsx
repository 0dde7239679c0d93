import { formatProblem } from '../problems.ts'
import { useSignOut } from '../session.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { showToast } from '../ui/toast.tsx'

export function SignOutEverywhereDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { signOutEverywhere } = useSignOut()
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Sign out everywhere"
      description="All your sessions end, on this device and all others. Unsaved changes are lost."
    >
      <div className="flex flex-wrap gap-2">
        <Button
          look="primary"
          onClick={() => void signOutEverywhere().catch((error) => showToast('failed', formatProblem(error)))}
        >
          Sign out everywhere
        </Button>
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Dialog>
  )
}
