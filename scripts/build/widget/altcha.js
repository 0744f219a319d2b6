// ALTCHA's widget, in the variant without inline code.
import 'altcha/external';
