// What the widget's workers run: one key after another.
import 'altcha/workers/pbkdf2';
