package dev.lazymcp.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lazymcp.rpc.Frame;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgressTokenTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {}                                            | {"_meta":{"progressToken":"t"}}
            { }                                           | {"_meta":{"progressToken":"t"}}
            {"n":1}                                       | {"n":1,"_meta":{"progressToken":"t"}}
            {"n":1.0 }                                    | {"n":1.0,"_meta":{"progressToken":"t"} }
            {"_meta":{}}                                  | {"_meta":{"progressToken":"t"}}
            {"_meta":7,"n":1}                             | {"_meta":{"progressToken":"t"},"n":1}
            {"_meta":{"a":{"progressToken":1}},"n":1}     | {"_meta":{"a":{"progressToken":1},"progressToken":"t"},"n":1}
            {"_meta":{"progressToken":12,"a":1}}          | {"_meta":{"progressToken":"t","a":1}}
            """)
    void isPutInWithoutTouchingTheRest(String params, String expected) {
        assertThat(ProgressToken.into(Frame.of(params), "t")).hasToString(expected);
    }
}
