import { useTheme } from '../../lib/theme/theme.ts';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';
import { Tooltip } from './Tooltip.tsx';

export function ThemeSwitch() {
  const { theme, toggle } = useTheme();
  const label = theme === 'dark' ? 'Switch to light theme' : 'Switch to dark theme';
  return (
    <Tooltip text={label}>
      <Button variant="ghost" size="icon" aria-label={label} onClick={toggle}>
        {/* Both, and the style shows one: the page is drawn before anybody can ask which theme was chosen. */}
        <Icon name="sun" className="light:hidden" />
        <Icon name="moon" className="hidden light:block" />
      </Button>
    </Tooltip>
  );
}
