import './tokens.css';
import './base.css';
import './primitives.css';
import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
